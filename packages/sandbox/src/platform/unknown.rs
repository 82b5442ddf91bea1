//! Actions, colours, icons and members inside widgets and buttons that no document has (docs/platform.md#widgets, #actions, #colors,
//! #icons). The core's models keep them, so they are looked for in the body as it was sent.

use std::fmt::Display;

use open_platform::model::color::Color;
use open_platform::model::icon::Icon;
use open_platform::model::widget::Widget;
use serde_json::{Map, Value};

use crate::dispatch::Call;
use crate::response::Refusal;

/// The actions, and the members of their values.
const ACTIONS: &[(&str, &[&str])] = &[
    ("open_direct_link", &[]),
    ("open_server_link", &["data"]),
    ("get_dynamic_action", &["data"]),
    ("open_post_page", &["post_token"]),
    ("open_post_manage_page", &["post_token"]),
];

/// The members of the objects inside widgets: widget, member, its members.
const PARTS: &[(&str, &str, &[&str])] = &[
    ("group_info_row", "items", &["title", "value"]),
    ("image_carousel_row", "items", &["image_id", "image_url", "description"]),
    ("evaluation_row", "left", &["text", "section_color"]),
    ("evaluation_row", "middle", &["text", "section_color"]),
    ("evaluation_row", "right", &["text", "section_color"]),
];

/// Members of rows that only the prose of the documents shows (docs/platform.md#contradiction-32). They are no mistake.
const PROSE_ONLY: &[(&str, &str)] = &[("event_row", "action"), ("selector_row", "label")];

const BUTTON: &[&str] = &["action", "caption", "icon", "icon_name"];

/// The reason of a refused word.
pub(super) fn one_of<T: Display>(known: &[T]) -> String {
    let words: Vec<_> = known.iter().map(T::to_string).collect();
    format!("must be one of {}", words.join(", "))
}

impl Call<'_> {
    /// Refuses widgets that no document has, and what no document has inside them, if the switch is on. `sent` are the widgets as JSON.
    pub(super) fn refuse_unknown_in_widgets(&self, widgets: &[Widget], sent: &[Value]) -> Result<(), Refusal> {
        if !self.refuses_unknown() {
            return Ok(());
        }
        for (index, (widget, sent)) in widgets.iter().zip(sent).enumerate() {
            in_widget(widget, sent).map_err(|refusal| refusal.at(|path| format!("widgets[{index}].{path}")))?;
        }
        Ok(())
    }

    /// Refuses what no document has inside the buttons of a message, if the switch is on.
    pub(super) fn refuse_unknown_in_buttons(&self) -> Result<(), Refusal> {
        if !self.refuses_unknown() {
            return Ok(());
        }
        let body: Value = self.body()?;
        for name in ["sender_buttons", "receiver_buttons", "buttons"] {
            members(name, &body[name], &["rows"])?;
            for (index, row) in body[name]["rows"].as_array().into_iter().flatten().enumerate() {
                let row_path = format!("{name}.rows[{index}]");
                members(&row_path, row, &["buttons"])?;
                for (index, button) in row["buttons"].as_array().into_iter().flatten().enumerate() {
                    let path = format!("{row_path}.buttons[{index}]");
                    members(&path, button, BUTTON)?;
                    icon(&format!("{path}.icon"), &button["icon"])?;
                    icon(&format!("{path}.icon_name"), &button["icon_name"])?;
                    action(&path, &button["action"])?;
                }
            }
        }
        Ok(())
    }

    /// Refuses a word that is none of the documented ones, if the switch is on.
    pub(super) fn refuse_unknown_word<T: PartialEq + Display>(
        &self,
        path: &str,
        word: &T,
        known: &[T],
    ) -> Result<(), Refusal> {
        if known.contains(word) || !self.refuses_unknown() {
            return Ok(());
        }
        Err(Refusal::field(path, one_of(known)))
    }

    /// Refuses members of an object other than the documented ones, if the switch is on. `under` is the path before them.
    pub(super) fn refuse_other_members(&self, under: &str, object: &Value, known: &[&str]) -> Result<(), Refusal> {
        if !self.refuses_unknown() {
            return Ok(());
        }
        match present(object).map(|(name, _)| name).find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(Refusal::field(format!("{under}{name}"), "unknown member")),
            None => Ok(()),
        }
    }

    /// Refuses what no document has inside a custom button, if the switch is on.
    pub(super) fn refuse_unknown_in_custom_button(&self, button: &Value) -> Result<(), Refusal> {
        if !self.refuses_unknown() {
            return Ok(());
        }
        members("customized_button", button, &["type", "action"])?;
        action("customized_button", &button["action"])
    }
}

/// Refuses a widget that no document has, and what no document has inside it. The paths begin with the name of the widget. `sent` is
/// the widget as JSON: the model reads the icon of a row under two names.
pub(crate) fn in_widget(widget: &Widget, sent: &Value) -> Result<(), Refusal> {
    let kind = widget.kind();
    let Some(extra) = widget.unknown_members() else {
        return Err(Refusal::field(kind, "there is no such widget"));
    };
    let row = &sent[kind];
    let is_shown = |name: &str| PROSE_ONLY.contains(&(kind, name));
    let unknown = extra.keys().map(String::as_str).filter(|name| !is_shown(name)).min();
    if let Some(name) = unknown.or_else(|| present(row).map(|(name, _)| name.as_str()).find(|name| *name == "icon")) {
        return Err(Refusal::field(format!("{kind}.{name}"), "unknown member"));
    }
    action(kind, &row["action"])?;
    color(&format!("{kind}.score_color"), &row["score_color"])?;
    icon(&format!("{kind}.icon_name"), &row["icon_name"])?;
    for (_, name, known) in PARTS.iter().filter(|(of, ..)| *of == kind) {
        let path = format!("{kind}.{name}");
        match &row[*name] {
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    members(&format!("{path}[{index}]"), item, known)?;
                }
            }
            part => {
                members(&path, part, known)?;
                color(&format!("{path}.section_color"), &part["section_color"])?;
            }
        }
    }
    Ok(())
}

/// Checks the action of what is at this path.
fn action(path: &str, action: &Value) -> Result<(), Refusal> {
    for (kind, value) in present(action) {
        let path = format!("{path}.action.{kind}");
        match ACTIONS.iter().find(|(known, _)| known == kind) {
            Some((_, known)) => members(&path, value, known)?,
            None => return Err(Refusal::field(path, "there is no such action")),
        }
    }
    Ok(())
}

fn members(path: &str, object: &Value, known: &[&str]) -> Result<(), Refusal> {
    match present(object).map(|(name, _)| name).find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(Refusal::field(format!("{path}.{name}"), "unknown member")),
        None => Ok(()),
    }
}

fn color(path: &str, color: &Value) -> Result<(), Refusal> {
    match color.as_str() {
        Some(word) if Color::KNOWN.iter().all(|known| known.as_str() != word) => {
            Err(Refusal::field(path, "there is no such colour"))
        }
        _ => Ok(()),
    }
}

fn icon(path: &str, icon: &Value) -> Result<(), Refusal> {
    match icon.as_str() {
        Some(name) if !Icon(name.to_owned().into()).is_known() => Err(Refusal::field(path, "there is no such icon")),
        _ => Ok(()),
    }
}

/// The members of an object. One that is `null` counts as absent.
fn present(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flat_map(Map::iter).filter(|(_, value)| !value.is_null())
}
