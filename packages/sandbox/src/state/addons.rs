//! Add-ons of this app on posts, users and businesses, and the copies of a user's add-on on the user's posts.

use std::collections::BTreeMap;

use chrono::{DateTime, Months, Utc};
use open_platform::Result;
use open_platform::model::widget::Widget;
use serde::{Deserialize, Serialize};

use super::State;
use super::posts::{NewPost, SandboxPost};
use super::semantics::StoredSemantic;
use crate::clock::{Job, add_seconds};

/// How many of a user's latest posts get a user add-on (docs/platform.md#user-addons).
pub(crate) const LATEST_POSTS: usize = 30;

/// An add-on of the app on one post.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ShownAddon {
    /// Its id. Apps do not receive it.
    pub id: String,
    /// Token of the post.
    pub post: String,
    /// The widgets, with permanent images.
    #[schema(value_type = Vec<Object>)]
    pub widgets: Vec<Widget>,
    /// The semantic data as it is stored.
    pub semantic: StoredSemantic,
    /// Text of the app.
    pub notes: String,
    /// When it was first sent.
    pub created_at: DateTime<Utc>,
    /// When it was last sent.
    pub modified_at: DateTime<Utc>,
    /// Whether it appears on the post yet.
    pub attached: bool,
    /// Id of the user or business add-on it was copied from, if it was.
    pub copied_from: Option<String>,
}

/// An add-on of the app on a user.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SandboxUserAddon {
    /// Its id, as its creation answered.
    pub id: String,
    /// Name of the user in the sandbox, or the phone number or id of someone the world does not know.
    pub user: String,
    /// The widgets, with permanent images.
    #[schema(value_type = Vec<Object>)]
    pub widgets: Vec<Widget>,
    /// Slugs of the categories it shows in. Empty means all.
    pub categories: Vec<String>,
    /// The semantic data as it is stored.
    pub semantic: StoredSemantic,
    /// The payment ticket.
    pub ticket_uuid: Option<String>,
    /// In rial.
    pub cost: Option<i64>,
    /// When it was last sent.
    pub created_at: DateTime<Utc>,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

/// An add-on on all posts of a business.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SandboxBusinessAddon {
    pub(crate) id: String,
    pub(crate) business: String,
    pub(crate) widgets: Vec<Widget>,
    pub(crate) created_at: DateTime<Utc>,
}

/// The new content of an add-on on a post.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Update {
    due: DateTime<Utc>,
    addon: ShownAddon,
}

/// The add-ons of a world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Addons {
    on_posts: BTreeMap<String, ShownAddon>,
    /// Updates of add-ons on posts that are not attached yet, in the order they were sent.
    #[serde(default)]
    updates: Vec<Update>,
    on_users: BTreeMap<String, SandboxUserAddon>,
    on_businesses: BTreeMap<String, SandboxBusinessAddon>,
}

impl Addons {
    /// Accepts an add-on on a post that is attached when it is `due`. One that the app put there before keeps its id, and its
    /// content until then. Returns the id.
    fn put_on_post(&mut self, mut addon: ShownAddon, due: DateTime<Utc>, now: DateTime<Utc>) -> String {
        let before = self.on_posts.values().find(|old| old.post == addon.post && old.copied_from == addon.copied_from);
        if let Some(old) = before {
            addon.id.clone_from(&old.id);
            addon.created_at = old.created_at;
        }
        let id = addon.id.clone();
        self.on_posts.entry(id.clone()).or_insert_with(|| addon.clone());
        self.updates.push(Update { due, addon });
        if due <= now {
            self.attach(&id, now);
        }
        id
    }

    /// Attaches the latest content of an add-on that is due. What was sent before it is dropped.
    pub(crate) fn attach(&mut self, id: &str, now: DateTime<Utc>) {
        let is_due = |update: &Update| update.addon.id == id && update.due <= now;
        let Some(latest) = self.updates.iter().rposition(is_due) else { return };
        let later = self.updates.split_off(latest + 1);
        let Some(update) = self.updates.pop() else { return };
        self.updates.retain(|earlier| earlier.addon.id != id);
        self.updates.extend(later);
        self.on_posts.insert(id.to_owned(), ShownAddon { attached: true, ..update.addon });
    }

    /// Removes the add-ons on posts that are not to be kept, with their updates.
    fn retain_on_posts(&mut self, keep: impl Fn(&ShownAddon) -> bool) {
        self.on_posts.retain(|_, addon| keep(addon));
        self.updates.retain(|update| keep(&update.addon));
    }

    /// Puts an add-on on a user, over the one the app put there before. Returns the id, and whether there was none.
    pub(crate) fn put_on_user(&mut self, mut addon: SandboxUserAddon) -> (String, bool) {
        let before = self.on_users.values().find(|old| old.user == addon.user);
        let is_new = before.is_none();
        if let Some(old) = before {
            addon.id.clone_from(&old.id);
        }
        let id = addon.id.clone();
        self.on_users.insert(id.clone(), addon);
        (id, is_new)
    }

    /// Puts an add-on on a business, over the one the app put there before. Returns the id.
    pub(crate) fn put_on_business(&mut self, mut addon: SandboxBusinessAddon) -> String {
        if let Some(old) = self.on_businesses.values().find(|old| old.business == addon.business) {
            addon.id.clone_from(&old.id);
        }
        let id = addon.id.clone();
        self.on_businesses.insert(id.clone(), addon);
        id
    }

    /// Removes everything this app put on a post.
    pub(crate) fn delete_from_post(&mut self, post: &str) {
        self.retain_on_posts(|addon| addon.post != post);
    }

    /// Removes a user add-on and its copies. Returns whether there was one.
    pub(crate) fn delete_from_user(&mut self, id: &str) -> bool {
        self.retain_on_posts(|addon| addon.copied_from.as_deref() != Some(id));
        self.on_users.remove(id).is_some()
    }

    /// The add-ons that the page of a post shows.
    pub(crate) fn shown_on(&self, post: &str) -> impl Iterator<Item = &ShownAddon> {
        self.on_posts.values().filter(move |addon| addon.post == post && addon.attached)
    }

    /// The post of an add-on.
    pub(crate) fn post_of(&self, id: &str) -> Option<&str> {
        self.on_posts.get(id).map(|addon| addon.post.as_str())
    }

    /// The app's add-ons on users.
    pub(crate) fn on_users(&self) -> impl Iterator<Item = &SandboxUserAddon> {
        self.on_users.values()
    }
}

impl State {
    /// Accepts an add-on or an update of one, and attaches it after the delay of the switch. An update is the same call
    /// (docs/platform.md#post-addons); that the earlier content is shown until then is an assumption.
    pub(crate) fn attach_later(&mut self, addon: ShownAddon, now: DateTime<Utc>) {
        let due = add_seconds(now, self.gaps.addon_attach_seconds.into());
        let id = self.addons.put_on_post(addon, due, now);
        if due > now {
            self.schedule.at(due, Job::AttachAddon { id });
        }
    }

    /// Copies a new user add-on to the user's latest posts.
    pub(crate) fn copy_user_addon(&mut self, id: &str, now: DateTime<Utc>) {
        let Some(addon) = self.addons.on_users.get(id) else { return };
        let mut posts: Vec<_> = self.posts.all().filter(|post| post.owner == addon.user).collect();
        posts.sort_by(|a, b| (b.last_modified_at, &b.token).cmp(&(a.last_modified_at, &a.token)));
        let tokens: Vec<_> = posts.into_iter().take(LATEST_POSTS).map(|post| post.token.clone()).collect();
        for token in tokens {
            self.copy_to(&token, id, now);
        }
    }

    /// Copies a business add-on to all posts of the business.
    pub(crate) fn copy_business_addon(&mut self, id: &str, now: DateTime<Utc>) {
        let Some(addon) = self.addons.on_businesses.get(id) else { return };
        let of_business =
            |post: &&SandboxPost| post.business.as_ref().is_some_and(|business| business.token == addon.business);
        let tokens: Vec<_> = self.posts.all().filter(of_business).map(|post| post.token.clone()).collect();
        for token in tokens {
            self.copy_to(&token, id, now);
        }
    }

    /// Adds a post with the add-ons of its owner and business, and sends an event to the app if it subscribed.
    pub(crate) fn add_post(&mut self, new: NewPost, now: DateTime<Utc>) -> Result<SandboxPost> {
        let post = self.posts.add(&self.users, &mut self.ids, now, new)?.clone();
        self.copy_to_new_post(&post.token, now);
        self.notify_post(&post.token, post.stage, now);
        Ok(post)
    }

    fn copy_to_new_post(&mut self, token: &str, now: DateTime<Utc>) {
        let Some(post) = self.posts.get(token) else { return };
        let business = post.business.as_ref().map(|business| business.token.as_str());
        let of_user = self.addons.on_users.values().filter(|addon| addon.user == post.owner).map(|addon| &addon.id);
        let of_business = self.addons.on_businesses.values().filter(|addon| Some(addon.business.as_str()) == business);
        let ids: Vec<_> = of_user.chain(of_business.map(|addon| &addon.id)).cloned().collect();
        for id in ids {
            self.copy_to(token, &id, now);
        }
    }

    /// Puts a copy of a user or business add-on on a post, if the add-on is for its category.
    fn copy_to(&mut self, token: &str, id: &str, now: DateTime<Utc>) {
        let Some(post) = self.posts.get(token) else { return };
        let (widgets, semantic) = match (self.addons.on_users.get(id), self.addons.on_businesses.get(id)) {
            (Some(user), _) if user.categories.is_empty() || user.categories.contains(&post.category) => {
                (user.widgets.clone(), user.semantic.clone())
            }
            (None, Some(business)) => (business.widgets.clone(), StoredSemantic::default()),
            _ => return,
        };
        let copy = ShownAddon {
            id: self.ids.uuid(),
            post: token.to_owned(),
            widgets,
            semantic,
            notes: String::new(),
            created_at: now,
            modified_at: now,
            attached: false,
            copied_from: Some(id.to_owned()),
        };
        self.attach_later(copy, now);
    }

    /// Ends an expired user add-on, unless it was renewed.
    pub(crate) fn expire_user_addon(&mut self, id: &str, now: DateTime<Utc>) -> bool {
        let due = self.addons.on_users.get(id).is_some_and(|addon| addon.expires_at <= now);
        due && self.addons.delete_from_user(id)
    }
}

/// When a user add-on expires: three months later (docs/platform.md#user-addons).
pub(crate) fn end_of_user_addon(from: DateTime<Utc>) -> DateTime<Utc> {
    from.checked_add_months(Months::new(3)).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addon(id: &str, copied_from: Option<&str>) -> ShownAddon {
        ShownAddon {
            id: id.into(),
            post: "abc".into(),
            widgets: Vec::new(),
            semantic: StoredSemantic::default(),
            notes: id.into(),
            created_at: DateTime::UNIX_EPOCH,
            modified_at: DateTime::UNIX_EPOCH,
            attached: false,
            copied_from: copied_from.map(str::to_owned),
        }
    }

    #[test]
    fn an_addon_replaces_the_one_before_and_keeps_its_id() {
        let (mut addons, now) = (Addons::default(), DateTime::UNIX_EPOCH);
        let due = add_seconds(now, 1);
        assert_eq!(addons.put_on_post(addon("1", None), due, now), "1");
        addons.attach("1", now);
        assert_eq!(addons.shown_on("abc").count(), 0);
        addons.attach("1", due);
        assert_eq!(addons.put_on_post(addon("2", None), due, due), "1");
        let shown: Vec<_> = addons.shown_on("abc").map(|addon| addon.notes.as_str()).collect();
        assert_eq!(shown, ["2"]);
        addons.put_on_post(addon("3", None), due, now);
        addons.delete_from_post("abc");
        addons.attach("1", due);
        assert!(addons.shown_on("abc").next().is_none());
    }

    #[test]
    fn deleting_a_user_addon_deletes_its_copies() {
        let mut addons = Addons::default();
        let (id, _) = addons.put_on_user(SandboxUserAddon {
            id: "u".into(),
            user: "seller".into(),
            widgets: Vec::new(),
            categories: Vec::new(),
            semantic: StoredSemantic::default(),
            ticket_uuid: None,
            cost: None,
            created_at: DateTime::UNIX_EPOCH,
            expires_at: end_of_user_addon(DateTime::UNIX_EPOCH),
        });
        for addon in [addon("1", Some(&id)), addon("2", None)] {
            addons.put_on_post(addon, DateTime::UNIX_EPOCH, DateTime::UNIX_EPOCH);
        }
        assert_eq!(addons.shown_on("abc").count(), 2);
        assert!(addons.delete_from_user(&id));
        assert_eq!(addons.shown_on("abc").count(), 1);
        assert!(!addons.delete_from_user(&id));
    }

    #[test]
    fn a_user_addon_lasts_three_months() {
        let from: DateTime<Utc> = "2026-01-31T08:00:00Z".parse().unwrap();
        assert_eq!(end_of_user_addon(from).to_rfc3339(), "2026-04-30T08:00:00+00:00");
    }
}
