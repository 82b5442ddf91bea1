//! The users of a world, their blocks and their businesses.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use open_platform::{BusinessToken, Error, Phone, Result};
use serde::{Deserialize, Serialize};

use super::file::in_order;
use crate::ids::Ids;

/// A user to add. Empty members are generated from the seed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NewUser {
    /// The name of the user in the sandbox, such as `seller`. Apps do not receive it.
    pub name: String,
    /// Mobile number.
    pub phone: String,
}

/// A user of a world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SandboxUser {
    /// The name of the user in the sandbox, such as `seller`. Apps do not receive it.
    pub name: String,
    /// The id that this app sees. Every app sees a different one.
    pub id: String,
    /// Mobile number: `09` and nine digits.
    pub phone: String,
}

/// A business to add.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NewBusiness {
    /// Name of the user who owns it.
    pub owner: String,
    /// Its token; generated from the seed if empty. One with the token of another replaces it.
    pub token: String,
    /// `CAR`, `REAL_ESTATE`, `JOBS`, `MARKETPLACE`, `SERVICES` or `PERSONAL` (docs/platform.md#post-record).
    pub business_type: String,
    /// Its name.
    pub business_name: String,
    /// What it says about itself.
    pub description: String,
    /// Names of the users who administer it.
    pub admins: Vec<String>,
    /// Names of the users who work for it.
    pub agents: Vec<String>,
    /// Id of its profile image; made from its token if empty.
    pub profile_image: String,
}

/// A business of a world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SandboxBusiness {
    /// Its token.
    pub token: String,
    /// Name of the user who owns it.
    pub owner: String,
    /// Kind of business.
    pub business_type: String,
    /// Its name.
    pub business_name: String,
    /// What it says about itself.
    pub description: String,
    /// Names of the users who administer it.
    pub admins: Vec<String>,
    /// Names of the users who work for it.
    pub agents: Vec<String>,
    /// Id of its profile image.
    #[serde(default)]
    pub profile_image: String,
}

impl SandboxBusiness {
    /// The role of a user in it (docs/platform.md#businesses).
    pub(crate) fn role_of(&self, user: &str) -> Option<&'static str> {
        let is_in = |users: &[String]| users.iter().any(|name| name == user);
        match () {
            () if self.owner == user => Some("ROLE_OWNER"),
            () if is_in(&self.admins) => Some("ROLE_ADMIN"),
            () if is_in(&self.agents) => Some("ROLE_AGENT"),
            () => None,
        }
    }
}

/// The users of a world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Users {
    /// In the order they were added: the first is the one that the consent page preselects.
    #[serde(with = "in_order")]
    by_name: IndexMap<String, SandboxUser>,
    businesses: BTreeMap<String, SandboxBusiness>,
    /// Pairs of (who blocks, who is blocked).
    blocks: BTreeSet<(String, String)>,
}

impl Users {
    /// Adds a user.
    pub(crate) fn add(&mut self, ids: &mut Ids, new: NewUser) -> Result<SandboxUser> {
        let name = match new.name {
            name if name.is_empty() => format!("user-{}", self.by_name.len() + 1),
            name => name,
        };
        let phone = match new.phone {
            phone if phone.is_empty() => format!("0900{:07}", ids.below(10_000_000)),
            phone => Phone::from(phone).normalized()?,
        };
        if self.by_name.contains_key(&name) {
            return Err(Error::invalid("name", format!("there is already a user {name:?}")));
        }
        if self.by_phone(&phone).is_some() {
            return Err(Error::invalid("phone", "another user has this number"));
        }
        let user = SandboxUser { name: name.clone(), id: ids.user_id(), phone };
        self.by_name.insert(name, user.clone());
        Ok(user)
    }

    /// Adds a business.
    pub(crate) fn add_business(&mut self, ids: &mut Ids, new: NewBusiness) -> Result<SandboxBusiness> {
        self.require("owner", &new.owner)?;
        for (member, users) in [("admins", &new.admins), ("agents", &new.agents)] {
            for name in users {
                self.require(member, name)?;
            }
        }
        let token = if new.token.is_empty() { ids.word(10) } else { new.token };
        BusinessToken::from(token.as_str()).check()?;
        let profile_image = if new.profile_image.is_empty() { format!("profile-{token}") } else { new.profile_image };
        let business = SandboxBusiness {
            token: token.clone(),
            owner: new.owner,
            business_type: new.business_type,
            business_name: new.business_name,
            description: new.description,
            admins: new.admins,
            agents: new.agents,
            profile_image,
        };
        self.businesses.insert(token, business.clone());
        Ok(business)
    }

    /// The user with this name, whom `member` of a request names.
    pub(crate) fn require(&self, member: &str, name: &str) -> Result<&SandboxUser> {
        self.get(name).ok_or_else(|| Error::invalid(member, format!("there is no user {name:?}")))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&SandboxUser> {
        self.by_name.get(name)
    }

    pub(crate) fn by_phone(&self, phone: &str) -> Option<&SandboxUser> {
        self.by_name.values().find(|user| user.phone == phone)
    }

    pub(crate) fn by_id(&self, id: &str) -> Option<&SandboxUser> {
        self.by_name.values().find(|user| user.id == id)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &SandboxUser> {
        self.by_name.values()
    }

    pub(crate) fn businesses(&self) -> impl Iterator<Item = &SandboxBusiness> {
        self.businesses.values()
    }

    pub(crate) fn business(&self, token: &str) -> Option<&SandboxBusiness> {
        self.businesses.get(token)
    }

    /// Lets one user block another, or ends it.
    pub(crate) fn set_block(&mut self, blocker: &str, blocked: &str, on: bool) {
        let pair = (blocker.to_owned(), blocked.to_owned());
        if on {
            self.blocks.insert(pair);
        } else {
            self.blocks.remove(&pair);
        }
    }

    /// Whether a message between the two is refused: either side's block stops both (docs/platform.md#send-message).
    pub(crate) fn blocked(&self, one: &str, other: &str) -> bool {
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        self.blocks.contains(&pair(one, other)) || self.blocks.contains(&pair(other, one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_found_by_name_phone_and_id() {
        let (mut users, mut ids) = (Users::default(), Ids::new(7, "t"));
        let user = NewUser { name: "sara".into(), phone: "+98 912 345 6789".into() };
        let sara = users.add(&mut ids, user.clone()).unwrap();
        assert_eq!(sara.phone, "09123456789");
        let drawn = users.add(&mut ids, NewUser::default()).unwrap();
        assert_eq!(drawn.name, "user-2");
        assert_eq!(Phone::from(drawn.phone.as_str()).normalized().unwrap(), drawn.phone);
        assert_eq!(users.require("owner", "sara").unwrap(), &sara);
        let missing = users.require("owner", "zoe").unwrap_err().to_string();
        assert_eq!(missing, "owner: there is no user \"zoe\"");
        for found in [users.get("sara"), users.by_phone("09123456789"), users.by_id(&sara.id)] {
            assert_eq!(found, Some(&sara));
        }
        assert!(users.add(&mut ids, user.clone()).is_err());
        assert!(users.add(&mut ids, NewUser { name: "other".into(), ..user }).is_err());
        assert!(users.add(&mut ids, NewUser { phone: "123".into(), ..NewUser::default() }).is_err());
    }

    #[test]
    fn a_block_stops_both_directions() {
        let mut users = Users::default();
        users.set_block("a", "b", true);
        assert!(users.blocked("a", "b") && users.blocked("b", "a") && !users.blocked("a", "c"));
        users.set_block("a", "b", false);
        assert!(!users.blocked("a", "b"));
    }
}
