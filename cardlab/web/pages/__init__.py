"""The pages that people see, one module a page; `cardlab.pages` is the door for notebooks."""
