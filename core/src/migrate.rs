//! Old forms to new.
