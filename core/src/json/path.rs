//! Where in a document a value is that cannot be read.

use std::cell::Cell;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{self, Deserializer};

use super::{MAX_PATH, MemberName, Unreadable, describe};
use crate::error::sanitize;

pub(super) fn located(steps: &[Option<String>], error: &serde_json::Error) -> Unreadable {
    let object = steps.iter().position(Option::is_none).and_then(|mark| steps.get(mark..));
    Unreadable { path: joined(steps), left_out: joined(object.unwrap_or(steps)), reason: describe(error) }
}

fn joined(steps: &[Option<String>]) -> String {
    let mut path = String::new();
    for step in steps.iter().rev().flatten() {
        if !path.is_empty() && !step.starts_with('[') {
            path.push('.');
        }
        path.push_str(step);
    }
    sanitize(if path.is_empty() { "." } else { &path }, MAX_PATH)
}

thread_local! {
    /// The steps from an unreadable value up to the whole document; a step that is `None` is [`Step::Object`]. `None` outside of
    /// [`locate`].
    pub(super) static STEPS: Cell<Option<Vec<Option<String>>>> = const { Cell::new(None) };
}

/// A step of the path to a value.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    Member(&'a str),
    Item(usize),
    /// From a value to the object around it, which cannot be read without the value. It follows the step to the value.
    Object,
}

impl Step<'_> {
    /// Records a step above an unreadable value.
    #[cold]
    #[inline(never)]
    pub(super) fn note(self) {
        if let Some(mut steps) = STEPS.take() {
            steps.push(match self {
                Self::Member(name) => Some(name.to_owned()),
                Self::Item(index) => Some(format!("[{index}]")),
                Self::Object => None,
            });
            STEPS.set(Some(steps));
        }
    }
}

/// Reads the value at a step, and records the step if the value cannot be read.
pub(super) struct At<'a, T>(Step<'a>, PhantomData<T>);

impl<'a, T> At<'a, T> {
    pub(super) fn new(step: Step<'a>) -> Self {
        Self(step, PhantomData)
    }
}

impl<'de, T: Deserialize<'de>> de::DeserializeSeed<'de> for At<'_, T> {
    type Value = T;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer).inspect_err(|_| self.0.note())
    }
}

/// Reads the name of the next member.
pub(crate) fn next_key<'de, A: de::MapAccess<'de>>(map: &mut A) -> Result<Option<MemberName<'de>>, A::Error> {
    map.next_key().inspect_err(|_| Step::Member("?").note())
}

/// Reads the value of the member `name`.
pub(crate) fn next_value<'de, T: Deserialize<'de>, A: de::MapAccess<'de>>(
    map: &mut A,
    name: &str,
) -> Result<T, A::Error> {
    map.next_value_seed(At::new(Step::Member(name)))
}
