extension Message {
    /// A text, with buttons for the user in whose name it is sent and for the other side: at most 3 rows of 3 each.
    public static func text(_ text: String, sender: [[Button]] = [], receiver: [[Button]] = []) -> Message {
        Message(text: text, senderButtons: .rows(sender), receiverButtons: .rows(receiver))
    }
}

extension ButtonGrid {
    /// Rows of buttons from top to bottom; `nil` without rows.
    static func rows(_ rows: [[Button]]) -> ButtonGrid? {
        rows.isEmpty ? nil : ButtonGrid(rows: rows.map { ButtonRow(buttons: $0) })
    }
}

/// `icon` is the name of the live platform, `iconName` that of the specification (docs/platform.md#contradiction-5).
extension Button {
    /// Opens an `https` address.
    public static func link(_ caption: String, url: String, icon: Icon? = nil, iconName: Icon? = nil) -> Button {
        Button(action: .openDirectLink(url: url), iconName: iconName, icon: icon, caption: caption)
    }

    /// Sends a start request to the app, with `data`, a JSON object.
    public static func server(_ caption: String, data: Json, icon: Icon? = nil, iconName: Icon? = nil) -> Button {
        Button(action: .openServerLink(data: data), iconName: iconName, icon: icon, caption: caption)
    }

    /// Sends a dynamic action to the app, with `data`, a JSON object.
    public static func dynamic(_ caption: String, data: Json, icon: Icon? = nil, iconName: Icon? = nil) -> Button {
        Button(action: .getDynamicAction(data: data), iconName: iconName, icon: icon, caption: caption)
    }

    /// Opens the page of a post.
    public static func postPage(_ caption: String, post: PostToken, icon: Icon? = nil, iconName: Icon? = nil) -> Button {
        Button(action: .openPostPage(postToken: post), iconName: iconName, icon: icon, caption: caption)
    }

    /// Opens the page where the owner manages a post.
    public static func postManagePage(_ caption: String, post: PostToken, icon: Icon? = nil, iconName: Icon? = nil) -> Button {
        Button(action: .openPostManagePage(postToken: post), iconName: iconName, icon: icon, caption: caption)
    }
}
