//! `fixture` and `generate`.

use serde_json::Value;

use crate::sandbox::Sandbox;

#[test]
fn data_is_saved_as_yaml_and_loaded_into_another_world() {
    let sandbox = Sandbox::start();
    let folder = tempfile::tempdir().unwrap();
    let [file, again] = ["world.yaml", "again.yaml"].map(|name| folder.path().join(name).display().to_string());
    sandbox.text(&["generate", "--posts", "300", "--owner", "dealer"]);
    sandbox.text(&["fixture", "save", &file]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("name: seller") && text.contains("گوشی سامسونگ گلکسی S23 در حد نو"), "{}", text);

    sandbox.text(&["world", "--in", "copy", "make"]);
    let added = sandbox.json(&["fixture", "--in", "copy", "load", &file]);
    // The users of a new world have the same names.
    assert_eq!((&added["added"], &added["posts"]), (&308.into(), &306.into()), "posts, a business, a conversation");
    let all = sandbox.json(&["fixture", "--in", "copy", "load", &file]);
    assert_eq!(all["added"], 0, "nothing is added twice");

    sandbox.text(&["world", "--in", "second", "make"]);
    sandbox.text(&["fixture", "--in", "second", "load", &file]);
    for world in ["copy", "second"] {
        sandbox.text(&["fixture", "--in", world, "save", &again]);
        let saved = std::fs::read_to_string(&again).unwrap();
        assert!(saved.contains(&text[text.find("posts:").unwrap()..].lines().nth(3).unwrap().to_owned()), "{world}");
    }
}

#[test]
fn a_conversation_without_an_id_is_added_once() {
    let sandbox = Sandbox::start();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("world.yaml").display().to_string();
    let post = "posts:\n  - { owner: seller, token: AbCd1234 }\n";
    std::fs::write(&file, format!("{post}conversations:\n  - {{ post: AbCd1234, user: buyer }}\n")).unwrap();
    let said = |text: &str| assert_eq!(sandbox.text(&["fixture", "load", &file]).trim_end(), text);
    said("added users: 0, businesses: 0, posts: 1, conversations: 1");
    said("added users: 0, businesses: 0, posts: 0, conversations: 0");
}

#[test]
fn the_same_seed_gives_the_same_posts() {
    let sandbox = Sandbox::start();
    let titles = |world: &str| {
        sandbox.text(&["world", "--in", world, "make"]);
        sandbox.text(&["generate", "--in", world, "--posts", "5", "--seed", "3"]);
        let posts = sandbox.request("GET", &format!("/_sandbox/worlds/{world}/posts"), "");
        let posts: Value = serde_json::from_str(posts.split_once("\r\n\r\n").unwrap().1).unwrap();
        let titles = posts.as_array().unwrap().iter().map(|post| format!("{} {}", post["data"], post["city"]));
        titles.collect::<Vec<_>>()
    };
    let first = titles("one");
    assert_eq!(first.len(), 11);
    assert_eq!(first, titles("two"));
    assert_eq!(sandbox.run(&["generate", "--posts", "0"]).status.code(), Some(2));
    assert_eq!(sandbox.run(&["generate", "--posts", "1", "--owner", "nobody"]).status.code(), Some(3));
}

#[test]
fn a_file_that_is_no_fixture_is_an_error_with_its_place() {
    let sandbox = Sandbox::start();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.yaml");
    for (text, said) in
        [("users:\n  - nam: seller\n", "nam"), ("[1, 2]", "not a fixture"), ("posts: 3", "not a fixture")]
    {
        std::fs::write(&file, text).unwrap();
        let output = sandbox.run(&["fixture", "load", file.to_str().unwrap()]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{error}");
        assert!(error.contains(said), "{error}");
    }
    assert_eq!(sandbox.run(&["fixture", "load", "/no/such/file"]).status.code(), Some(4));
}
