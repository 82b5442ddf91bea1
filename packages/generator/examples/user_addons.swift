try await user.addons.create(on: post.token) {
    TitleRow(text: "Inspected", hasDivider: true)
    EventRow(title: "Report", image: photo)
}
