//! The rules of sent members, which stand beside their names in `record!`: `record!(checked TitleRow { text: chars(49) })`.
//!
//! A rule is a function of the value and of the limits that a client sets, which most rules do not need. Its error has an empty
//! path, or the path inside the value; `record!` puts the name of the member before it.

use crate::error::{Error, Result};
use crate::id::is_uuid;
use crate::model::money::Rials;
use crate::model::widget::limit;

/// Text of at most `max` characters.
pub(crate) fn chars<L>(max: usize) -> impl Fn(&String, &L) -> Result<()> {
    move |value, _| limit::text("", value, max)
}

/// Text that is not blank.
pub(crate) fn filled<L>() -> impl Fn(&String, &L) -> Result<()> {
    |value, _| if value.trim().is_empty() { Err(Error::invalid("", "must not be empty")) } else { Ok(()) }
}

/// Text of at most `max` bytes in UTF-8.
pub(crate) fn bytes<L>(max: usize) -> impl Fn(&String, &L) -> Result<()> {
    move |value, _| match value.len() {
        count if count > max => Err(Error::invalid("", format!("must have at most {max} bytes"))),
        _ => Ok(()),
    }
}

/// A percentage: from 0 to 100.
pub(crate) fn percentage<L>() -> impl Fn(&i32, &L) -> Result<()> {
    |value, _| limit::percentage("", *value)
}

/// A number that is not negative.
pub(crate) fn not_negative<L>() -> impl Fn(&i64, &L) -> Result<()> {
    |value, _| if *value < 0 { Err(Error::invalid("", "must not be negative")) } else { Ok(()) }
}

/// A UUID, such as `812d56e6-e44d-45e7-8932-f9acbd416999`.
pub(crate) fn uuid<L>() -> impl Fn(&String, &L) -> Result<()> {
    |value, _| if is_uuid(value) { Ok(()) } else { Err(Error::invalid("", "must be a UUID")) }
}

/// A cost in rial: it is not negative and fits 32 bits (docs/platform.md#user-addons).
pub(crate) fn cost<L>() -> impl Fn(&Rials, &L) -> Result<()> {
    |cost, _| match cost.rials {
        0..=0x7FFF_FFFF => Ok(()),
        _ => Err(Error::invalid("", format!("must be from 0 to {} rial", i32::MAX))),
    }
}

/// A value that passes this check, which its type has.
pub(crate) fn by<T, L>(check: impl Fn(&T) -> Result<()>) -> impl Fn(&T, &L) -> Result<()> {
    move |value, _| check(value)
}

/// A value that follows the rule, or none.
pub(crate) fn optional<T, L>(rule: impl Fn(&T, &L) -> Result<()>) -> impl Fn(&Option<T>, &L) -> Result<()> {
    move |value, limits| value.as_ref().map_or(Ok(()), |value| rule(value, limits))
}

/// Any number of values, each of which follows the rule.
pub(crate) fn each<T, L>(rule: impl Fn(&T, &L) -> Result<()>) -> impl Fn(&Vec<T>, &L) -> Result<()> {
    move |values, limits| {
        let mut values = values.iter().enumerate();
        values.try_for_each(|(index, value)| rule(value, limits).map_err(|e| e.under(format_args!("[{index}]"))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_has_the_path_inside_the_value() {
        let rule = each(optional(chars::<()>(2)));
        rule(&vec![Some("سس".into()), None], &()).unwrap();
        let refused = rule(&vec![None, Some("abc".into())], &()).unwrap_err().under("items").to_string();
        assert_eq!(refused, "items[1]: must have at most 2 characters, but has 3");
    }

    #[test]
    fn the_ends_of_a_range_are_in_it() {
        let percent = percentage::<()>();
        assert!([0, 100].iter().all(|value| percent(value, &()).is_ok()));
        assert!([-1, 101].iter().all(|value| percent(value, &()).is_err()));
        let rial = cost::<()>();
        assert!([0, i64::from(i32::MAX)].iter().all(|value| rial(&Rials::new(*value), &()).is_ok()));
        assert!([-1, 1 << 31].iter().all(|value| rial(&Rials::new(*value), &()).is_err()));
        assert!(bytes::<()>(2)(&"س".into(), &()).is_ok() && bytes::<()>(1)(&"س".into(), &()).is_err());
    }
}
