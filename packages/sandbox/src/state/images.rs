//! Uploaded images: temporary until a widget uses them, then permanent under a new name
//! (docs/platform.md#addon-images).

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::ids::Ids;

/// The images of a world.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Images {
    temporary: BTreeMap<String, Temporary>,
    permanent: BTreeMap<String, Permanent>,
}

/// An uploaded image. Its bytes are not kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Temporary {
    size: usize,
    uploaded_at: DateTime<Utc>,
    /// The permanent image, once a widget used it.
    became: Option<String>,
}

/// An image that a widget shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Permanent {
    size: usize,
    /// The name it had before.
    was: String,
}

impl Images {
    /// Stores an upload under a temporary name.
    pub(crate) fn upload(&mut self, ids: &mut Ids, size: usize, now: DateTime<Utc>) -> String {
        let name = format!("{}.jpg", ids.uuid());
        self.temporary.insert(name.clone(), Temporary { size, uploaded_at: now, became: None });
        name
    }

    /// The permanent name for the image name of a widget, or `None` if it was never uploaded.
    ///
    /// A temporary name always gets the same permanent name (assumption).
    pub(crate) fn keep(&mut self, ids: &mut Ids, name: &str) -> Option<String> {
        if self.permanent.contains_key(name) {
            return Some(name.to_owned());
        }
        let image = self.temporary.get_mut(name)?;
        if let Some(permanent) = &image.became {
            return Some(permanent.clone());
        }
        let permanent = format!("{}.jpg", ids.uuid());
        image.became = Some(permanent.clone());
        self.permanent.insert(permanent.clone(), Permanent { size: image.size, was: name.to_owned() });
        Some(permanent)
    }

    /// Whether this name is known, temporary or permanent.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.temporary.contains_key(name) || self.permanent.contains_key(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_use_makes_an_image_permanent_under_a_new_name() {
        let (mut images, mut ids) = (Images::default(), Ids::new(7, "t"));
        let temporary = images.upload(&mut ids, 3, DateTime::UNIX_EPOCH);
        assert!(temporary.ends_with(".jpg"));
        let permanent = images.keep(&mut ids, &temporary).unwrap();
        assert_ne!(temporary, permanent);
        assert_eq!(images.keep(&mut ids, &temporary), Some(permanent.clone()));
        assert_eq!(images.keep(&mut ids, &permanent), Some(permanent));
        assert_eq!(images.keep(&mut ids, "unknown.jpg"), None);
    }
}
