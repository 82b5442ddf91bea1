//! The click simulator: what the platform does when a user clicks a button or a widget.
