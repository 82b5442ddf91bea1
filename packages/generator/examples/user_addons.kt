user.addons.createOnPost("gZd7omnS") {
    titleRow("Inspected") { hasDivider = true }
    eventRow("Report") { image(photo) }
    semantic("inspection_result" to "INSPECTION_APPROVED")
}
