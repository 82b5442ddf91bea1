//! `open-platform generate`: adds many posts to a world, the same for the same seed.

use clap::Args;
use http::Method;
use open_platform_sandbox::NewPost;
use serde_json::{Map, Value, json};

use super::Place;
use crate::output::{Exit, Failure, Output};

/// How many posts are sent to the sandbox at once, because its requests are limited.
const AT_ONCE: u32 = 200;

const KINDS: [(&str, &str); 5] = [
    ("mobile-phones", "گوشی موبایل"),
    ("laptops", "لپ‌تاپ"),
    ("light", "خودرو سواری"),
    ("apartment-sell", "آپارتمان"),
    ("home-kitchen", "میز ناهارخوری"),
];
const CITIES: [&str; 5] = ["tehran", "mashhad", "isfahan", "shiraz", "tabriz"];

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// How many posts to add.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    posts: u32,
    /// Name of the user who owns them.
    #[arg(long, default_value = "seller")]
    owner: String,
    /// The same seed gives the same posts.
    #[arg(long, default_value_t = 7)]
    seed: u64,
    #[command(flatten)]
    place: Place,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let admin = arguments.place.admin()?;
    let Arguments { posts, owner, .. } = arguments;
    let mut random = Random(arguments.seed);
    let mut next = 1;
    while next <= *posts {
        let last = posts.saturating_add(1).min(next + AT_ONCE);
        let part: Vec<NewPost> = (next..last).map(|number| post(number, owner, &mut random)).collect();
        admin.in_world(Method::POST, "/seed", Some(&json!({ "posts": part })))?;
        next = last;
    }
    match output.is_json() {
        true => output.line(&json!({ "posts": posts })),
        false => output.text(&format!("{posts} posts of {owner} are added to the world {}\n", admin.world())),
    }?;
    Ok(Exit::Success)
}

fn post(number: u32, owner: &str, random: &mut Random) -> NewPost {
    let (category, title) = *random.one_of(&KINDS);
    let price = (random.below(990) + 10) * 100_000;
    let data = json!({
        "title": format!("{title} {number}"),
        "description": format!("آگهی نمونهٔ شمارهٔ {number}"),
        "price": { "mode": "مقطوع", "value": price },
    });
    NewPost {
        owner: owner.to_owned(),
        category: category.to_owned(),
        city: (*random.one_of(&CITIES)).to_owned(),
        chat_enabled: random.below(10) > 0,
        data: if let Value::Object(members) = data { members } else { Map::new() },
        ..NewPost::default()
    }
}

/// The generator SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`. The small bias does not matter here.
    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        let index = usize::try_from(self.next()).unwrap_or_default() % all.len();
        &all[index]
    }
}
