//! Uploaded images: temporary until a widget uses them, then permanent under a new name
//! (docs/platform.md#addon-images).

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ids::Ids;

/// The characters of a name that are encoded in an address.
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The memory for the bytes of a world's images. The oldest are removed first.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// The images of the initial posts, which nobody uploaded. They all show [`PICTURE`].
const INITIAL: &[&str] = &["phone-front.jpg", "phone-back.jpg", "flat.jpg", "table-1.jpg", "table-2.jpg", "car.jpg"];

/// What the images show that nobody uploaded.
const PICTURE: &[u8] = include_bytes!("picture.jpg");

/// The images of a world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Images {
    temporary: BTreeMap<String, Temporary>,
    permanent: BTreeMap<String, Permanent>,
    #[serde(skip)]
    contents: Contents,
    /// The prefix of the world's hosts, at the address to which the sandbox is bound.
    #[serde(skip)]
    pub(crate) url: String,
}

/// The bytes of the latest images, by their temporary names. A clone shares them.
#[derive(Clone, Debug, Default)]
struct Contents {
    all: VecDeque<(String, Bytes)>,
    bytes: usize,
}

impl Contents {
    fn add(&mut self, name: String, content: Bytes) {
        self.bytes += content.len();
        self.all.push_back((name, content));
        while self.bytes > MOST_BYTES {
            let Some((_, oldest)) = self.all.pop_front() else { break };
            self.bytes -= oldest.len();
        }
    }
}

/// An upload of the app.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct SandboxImage {
    /// The name that the upload returned.
    pub name: String,
    /// The name since a widget shows it, if one does.
    pub permanent_name: Option<String>,
    /// Its size.
    pub bytes: usize,
    /// When it was uploaded.
    pub uploaded_at: DateTime<Utc>,
}

/// What a file was uploaded for. Each has an endpoint of its own (docs/platform.md#post-media).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Purpose {
    /// An image of a widget.
    Addon,
    /// An image of a post.
    Post,
    /// A video of a post.
    Video,
    /// A message of a chat.
    Chat,
}

/// An uploaded image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Temporary {
    purpose: Purpose,
    size: usize,
    uploaded_at: DateTime<Utc>,
    /// The permanent image, once a widget used it.
    became: Option<String>,
}

/// An image that a widget shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Permanent {
    size: usize,
    /// The name it had before.
    was: String,
}

impl Images {
    /// Stores an upload under a temporary name.
    pub(crate) fn upload(
        &mut self,
        ids: &mut Ids,
        (purpose, ending): (Purpose, &str),
        content: Bytes,
        now: DateTime<Utc>,
    ) -> String {
        let name = format!("{}.{ending}", ids.uuid());
        let image = Temporary { purpose, size: content.len(), uploaded_at: now, became: None };
        self.temporary.insert(name.clone(), image);
        self.contents.add(name.clone(), content);
        name
    }

    /// All uploads, the oldest first.
    pub(crate) fn all(&self) -> Vec<SandboxImage> {
        let of = |(name, image): (&String, &Temporary)| SandboxImage {
            name: name.clone(),
            permanent_name: image.became.clone(),
            bytes: image.size,
            uploaded_at: image.uploaded_at,
        };
        let mut all: Vec<_> = self.temporary.iter().map(of).collect();
        all.sort_by_key(|image| image.uploaded_at);
        all
    }

    /// The bytes of an image, by its temporary or permanent name, if they are still kept. An image of the initial posts and the
    /// thumbnail of a video show a picture of the sandbox.
    pub(crate) fn content(&self, name: &str) -> Option<Bytes> {
        let temporary = self.permanent.get(name).map_or(name, |image| image.was.as_str());
        let uploaded = self.contents.all.iter().find(|(known, _)| known == temporary);
        let is_thumbnail =
            || name.strip_suffix(".jpg").is_some_and(|name| self.temporary.contains_key(&format!("{name}.mp4")));
        match uploaded {
            Some((_, content)) => Some(content.clone()),
            None if INITIAL.contains(&name) || is_thumbnail() => Some(picture()),
            None => None,
        }
    }

    /// The images of a post as addresses below the prefix of a world's hosts. Addresses and unknown names stay.
    pub(crate) fn shown(&self, url: &str, images: Cow<'_, Value>) -> Value {
        let shown = |name: &str| (self.purpose(name).is_some() || INITIAL.contains(&name)).then(|| address(url, name));
        let mut images = images.into_owned();
        for image in images.as_array_mut().into_iter().flatten() {
            if let Some(address) = image.as_str().and_then(shown) {
                *image = address.into();
            }
        }
        images
    }

    /// The permanent name for the image name of a widget, or `None` if it was never uploaded.
    ///
    /// A temporary name always gets the same permanent name (assumption).
    pub(crate) fn keep(&mut self, ids: &mut Ids, name: &str) -> Option<String> {
        if self.permanent.contains_key(name) {
            return Some(name.to_owned());
        }
        let image = self.temporary.get_mut(name).filter(|image| image.purpose == Purpose::Addon)?;
        if let Some(permanent) = &image.became {
            return Some(permanent.clone());
        }
        let permanent = format!("{}.jpg", ids.uuid());
        image.became = Some(permanent.clone());
        self.permanent.insert(permanent.clone(), Permanent { size: image.size, was: name.to_owned() });
        Some(permanent)
    }

    /// What the upload with this temporary or permanent name is for; `None` if there is none. Only widgets make images permanent.
    pub(crate) fn purpose(&self, name: &str) -> Option<Purpose> {
        let is_permanent = self.permanent.contains_key(name);
        self.temporary.get(name).map(|image| image.purpose).or(is_permanent.then_some(Purpose::Addon))
    }
}

/// The picture that images show that nobody uploaded.
pub(crate) fn picture() -> Bytes {
    Bytes::from_static(PICTURE)
}

/// Where everybody can read an image who can call the sandbox. The admin API, which has it too, answers only on this machine.
pub(crate) fn address(url: &str, name: &str) -> String {
    format!("{url}/media/{}", utf8_percent_encode(name, IN_PATH))
}

/// The name in an address of an upload.
pub(crate) fn name_in<'a>(url: &str, address: &'a str) -> Option<&'a str> {
    address.strip_prefix(url)?.strip_prefix("/media/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_use_makes_an_image_permanent_under_a_new_name() {
        let (mut images, mut ids) = (Images::default(), Ids::new(7, "t"));
        let temporary =
            images.upload(&mut ids, (Purpose::Addon, "jpg"), Bytes::from_static(b"abc"), DateTime::UNIX_EPOCH);
        assert!(temporary.ends_with(".jpg"));
        let permanent = images.keep(&mut ids, &temporary).unwrap();
        assert_ne!(temporary, permanent);
        assert_eq!(images.keep(&mut ids, &temporary), Some(permanent.clone()));
        assert_eq!(images.keep(&mut ids, &permanent), Some(permanent));
        assert_eq!(images.keep(&mut ids, "unknown.jpg"), None);
        assert!(images.content(&temporary).is_some() && images.content("unknown.jpg").is_none());
    }

    #[test]
    fn the_memory_for_images_is_bounded() {
        let (mut images, mut ids) = (Images::default(), Ids::new(7, "t"));
        let large = Bytes::from(vec![0; MOST_BYTES / 2]);
        let names: Vec<_> = (0..3)
            .map(|_| images.upload(&mut ids, (Purpose::Addon, "jpg"), large.clone(), DateTime::UNIX_EPOCH))
            .collect();
        let permanent = images.keep(&mut ids, &names[2]).unwrap();
        let kept: Vec<_> = names.iter().chain([&permanent]).map(|name| images.content(name).is_some()).collect();
        assert_eq!(kept, [false, true, true, true]);
        assert_eq!(images.purpose(&names[0]), Some(Purpose::Addon), "the name stays");
    }
}
