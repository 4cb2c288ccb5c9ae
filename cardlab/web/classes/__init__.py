"""Classes: people at shared tables, in the process of the server and without a kernel."""
