"""The site without a server: a folder of files that any web server can serve from any path.

`building` writes the folder, `drafts` what can be read before Python is there, `archives` and
`runtime` what Python is made of; `browser` and `answers` run in the visitor's own browser.
"""
