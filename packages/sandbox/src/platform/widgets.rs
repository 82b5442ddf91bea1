//! What happens to the widgets of an accepted add-on: checks, images that become permanent, and values that they make
//! readable. Shared by all add-on endpoints.

use std::collections::HashMap;

use open_platform::model::widget::Widget;
use serde_json::Value;

use super::read;
use crate::dispatch::Call;
use crate::response::Refusal;
use crate::state::images::Purpose;
use crate::state::semantics::StoredSemantic;

/// The image that is the app's logo (docs/platform.md#addon-images).
const LOGO: &str = "logo";

/// Takes the widgets and the semantic data of an add-on as the platform stores them.
pub(super) fn accept(
    call: &mut Call<'_>,
    widgets: &[Widget],
    semantic: &HashMap<String, String>,
) -> Result<(Vec<Widget>, StoredSemantic), Refusal> {
    let mut values: Vec<Value> = widgets.iter().map(|w| serde_json::to_value(w).unwrap_or_default()).collect();
    let body: Value = call.body()?;
    // Old widgets were sent in another form.
    call.refuse_unknown_in_widgets(widgets, body["widgets"].as_array().unwrap_or(&values))?;
    // Checked before anything is changed: a refused add-on must not make an image permanent.
    if !call.state.gaps.accept_unknown_images {
        for (index, value) in values.iter_mut().enumerate() {
            for (path, image) in images_of(value) {
                let name = image.as_str();
                let reason = match (name, name.and_then(|name| call.state.images.purpose(name))) {
                    (Some(LOGO), _) if call.state.app.has_logo => continue,
                    (Some(LOGO), _) => "the app has no logo: add one in its settings".to_owned(),
                    (_, Some(Purpose::Addon)) => continue,
                    (_, Some(_)) => {
                        "this was uploaded for a post: images.upload uploads the images of add-ons".to_owned()
                    }
                    (_, None) => format!(
                        "no such image was uploaded to the world {:?}: an upload carries no key, so its address must name \
                         the world: {}/upload",
                        call.world.name,
                        call.url()
                    ),
                };
                return Err(Refusal::field(format!("widgets[{index}].{path}"), reason));
            }
        }
    }
    let state = &mut *call.state;
    for value in &mut values {
        for (_, image) in images_of(value) {
            if let Some(name) = image.as_str()
                && let Some(permanent) = state.images.keep(&mut state.ids, name)
            {
                *image = permanent.into();
            }
        }
    }
    let mut stored = StoredSemantic::new(semantic);
    for (widget, value) in widgets.iter().zip(&values) {
        for (name, path) in widget.semantic_paths() {
            if let Some(found) = at_path(&value[widget.kind()], path) {
                stored.show(name, found);
            }
        }
    }
    // By way of text, because free JSON inside a widget is kept as text.
    Ok((read(&serde_json::to_vec(&values).unwrap_or_default())?, stored))
}

/// The images that a widget names, with their paths.
fn images_of(widget: &mut Value) -> Vec<(String, &mut Value)> {
    let mut found = Vec::new();
    let Some(members) = widget.as_object_mut() else { return found };
    for (kind, row) in members.iter_mut().filter(|(kind, _)| *kind != "semantic_paths") {
        let Some(row) = row.as_object_mut() else { continue };
        for (member, value) in row.iter_mut() {
            match (member.as_str(), value) {
                ("image_id" | "image_url", image) => found.push((format!("{kind}.{member}"), image)),
                ("items", Value::Array(items)) => {
                    for (index, item) in items.iter_mut().enumerate() {
                        if let Some(image) = item.get_mut("image_id") {
                            found.push((format!("{kind}.items[{index}].image_id"), image));
                        }
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// The value at a path of member names, such as `action.open_direct_link`, as text.
fn at_path(row: &Value, path: &str) -> Option<String> {
    let value = path.split('.').try_fold(row, |value, member| value.get(member))?;
    Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn images_are_found_wherever_widgets_name_them() {
        let mut widget = json!({
            "image_carousel_row": { "items": [{ "image_id": "a" }, { "description": "d" }, { "image_id": "b" }] },
            "event_row": { "image_url": "c", "title": "t" },
            "semantic_paths": { "image_id": "d" },
        });
        let found: Vec<_> = images_of(&mut widget).into_iter().map(|(path, value)| (path, value.clone())).collect();
        assert_eq!(
            found,
            [
                ("event_row.image_url".to_owned(), json!("c")),
                ("image_carousel_row.items[0].image_id".to_owned(), json!("a")),
                ("image_carousel_row.items[2].image_id".to_owned(), json!("b")),
            ]
        );
    }

    #[test]
    fn a_path_leads_through_objects() {
        let row = json!({ "action": { "open_direct_link": "https://x" }, "percentage_score": 7 });
        assert_eq!(at_path(&row, "action.open_direct_link").as_deref(), Some("https://x"));
        assert_eq!(at_path(&row, "percentage_score").as_deref(), Some("7"));
        assert_eq!(at_path(&row, "action.missing"), None);
    }
}
