"""The web server: `app` begins and configures it, `handlers` answer, `kernels` has them ready."""
