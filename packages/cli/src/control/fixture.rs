//! `open-platform fixture`: the users, businesses, posts and conversations of a world as a YAML file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use http::Method;
use open_platform_sandbox::{About, CountsPerDay, NewBusiness, NewConversation, NewPost, NewUser, SandboxBusiness};
use open_platform_sandbox::{SandboxConversation, SandboxUser, Stage};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Admin;
use crate::output::{Exit, Failure, Output};
use crate::stdin;

/// The largest file, in bytes.
const LARGEST: u64 = 64 * 1024 * 1024;
/// How many things are sent to the sandbox at once, because its requests are limited.
const AT_ONCE: usize = 200;

/// The arguments of the command.
pub type Arguments = super::Arguments<Command>;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Add the data of a file to the world. What the world has already, by its name, token or id, stays as it is; a
    /// conversation without an id is that of its user about its post. A post or business without a token is a new one each time.
    Load {
        /// The file, in YAML or JSON; `-` for standard input.
        file: PathBuf,
    },
    /// Write the data of the world to a file, without messages.
    Save {
        /// The file, which is replaced; `-` for standard output.
        file: PathBuf,
    },
}

/// The data of a world. The members are those of the admin API, which generates what is left out.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Fixture {
    users: Vec<NewUser>,
    businesses: Vec<NewBusiness>,
    posts: Vec<NewPost>,
    conversations: Vec<NewConversation>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let admin = arguments.place.admin()?;
    match &arguments.command {
        Command::Load { file } => {
            let fixture = new_in(&admin, read(file, output)?)?;
            let (posts, added) = (fixture.posts.len(), fixture.len());
            let text = format!(
                "added users: {}, businesses: {}, posts: {posts}, conversations: {}\n",
                fixture.users.len(),
                fixture.businesses.len(),
                fixture.conversations.len()
            );
            for part in fixture.parts() {
                admin.in_world(Method::POST, "/seed", Some(&json!(part)))?;
            }
            match output.is_json() {
                true => output.line(&json!({ "added": added, "posts": posts })),
                false => output.text(&text),
            }?;
        }
        Command::Save { file } => {
            let text = serde_saphyr::to_string(&of_world(&admin)?).map_err(|e| {
                Failure::input("the data cannot be written as YAML", e, "this is a defect: please report it")
            })?;
            output.file(file, &text)?;
        }
    }
    Ok(Exit::Success)
}

fn read(file: &Path, output: Output) -> Result<Fixture, Failure> {
    let text = if file == Path::new("-") {
        stdin::read("a fixture", LARGEST, output)?
    } else {
        std::fs::read(file).map_err(|e| {
            Failure::environment(format!("{} cannot be read", file.display()), e, "name a file that exists")
        })?
    };
    serde_saphyr::from_slice(&text).map_err(|e| {
        let next = "write the file as `open-platform fixture save` does: users, businesses, posts, conversations";
        Failure::input(format!("{} is not a fixture", file.display()), e, next)
    })
}

impl Fixture {
    fn len(&self) -> usize {
        self.users.len() + self.businesses.len() + self.posts.len() + self.conversations.len()
    }

    /// The same data in parts that may be sent one after the other.
    fn parts(self) -> Vec<Self> {
        fn chunks<T>(mut all: Vec<T>, part: impl Fn(Vec<T>) -> Fixture, parts: &mut Vec<Fixture>) {
            while !all.is_empty() {
                let rest = all.split_off(all.len().min(AT_ONCE));
                parts.push(part(std::mem::replace(&mut all, rest)));
            }
        }
        let mut parts = Vec::new();
        chunks(self.users, |users| Self { users, ..Self::default() }, &mut parts);
        chunks(self.businesses, |businesses| Self { businesses, ..Self::default() }, &mut parts);
        chunks(self.posts, |posts| Self { posts, ..Self::default() }, &mut parts);
        chunks(self.conversations, |conversations| Self { conversations, ..Self::default() }, &mut parts);
        parts
    }
}

/// The data that the world does not have yet.
fn new_in(admin: &Admin, mut fixture: Fixture) -> Result<Fixture, Failure> {
    let known = of_world(admin)?;
    fn retain<T>(new: &mut Vec<T>, known: &[T], id: impl Fn(&T) -> &str) {
        let known: HashSet<&str> = known.iter().map(&id).collect();
        new.retain(|item| id(item).is_empty() || !known.contains(id(item)));
    }
    retain(&mut fixture.users, &known.users, |user| &user.name);
    retain(&mut fixture.businesses, &known.businesses, |business| &business.token);
    retain(&mut fixture.posts, &known.posts, |post| &post.token);
    retain(&mut fixture.conversations, &known.conversations, |conversation| &conversation.id);
    let between = |conversation: &NewConversation| (conversation.post.clone(), conversation.user.clone());
    let pairs: HashSet<_> = known.conversations.iter().map(between).collect();
    fixture.conversations.retain(|new| !new.id.is_empty() || !pairs.contains(&between(new)));
    Ok(fixture)
}

fn of_world(admin: &Admin) -> Result<Fixture, Failure> {
    let posts: Vec<Post> = list(admin, "/posts")?;
    let conversations: Vec<SandboxConversation> = list(admin, "/conversations")?;
    Ok(Fixture {
        users: list::<SandboxUser>(admin, "/users")?
            .into_iter()
            .map(|user| NewUser { name: user.name, phone: user.phone })
            .collect(),
        businesses: list::<SandboxBusiness>(admin, "/businesses")?
            .into_iter()
            .map(|business| NewBusiness {
                owner: business.owner,
                token: business.token,
                business_type: business.business_type,
                business_name: business.business_name,
                description: business.description,
                admins: business.admins,
                agents: business.agents,
                profile_image: business.profile_image,
            })
            .collect(),
        posts: posts.into_iter().map(NewPost::from).collect(),
        conversations: conversations
            .into_iter()
            .map(|SandboxConversation { id, about }| match about {
                About::Post { post, buyer, .. } => NewConversation { id, post, user: buyer },
                About::Bot { user } => NewConversation { id, post: String::new(), user },
            })
            .collect(),
    })
}

/// A post as the admin API shows it.
#[derive(Deserialize)]
struct Post {
    token: String,
    owner: String,
    stage: Stage,
    category: String,
    city: String,
    district: String,
    chat_enabled: bool,
    supplier_chat_assistant_enabled: bool,
    is_phone_hidden: bool,
    data: Map<String, Value>,
    ongoing_images: Vec<String>,
    business: Option<SandboxBusiness>,
    counts_per_day: Option<CountsPerDay>,
}

impl From<Post> for NewPost {
    fn from(post: Post) -> Self {
        Self {
            owner: post.owner,
            token: post.token,
            stage: post.stage,
            category: post.category,
            city: post.city,
            district: post.district,
            chat_enabled: post.chat_enabled,
            supplier_chat_assistant_enabled: post.supplier_chat_assistant_enabled,
            is_phone_hidden: post.is_phone_hidden,
            data: post.data,
            ongoing_images: post.ongoing_images,
            business: post.business.map(|business| business.token).unwrap_or_default(),
            counts_per_day: post.counts_per_day,
        }
    }
}

fn list<T: DeserializeOwned>(admin: &Admin, path: &str) -> Result<Vec<T>, Failure> {
    super::read(admin.in_world(Method::GET, path, None)?)
}
