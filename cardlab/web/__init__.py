"""What people see: drawings, widgets for the browser, pages and the server that shows them."""
