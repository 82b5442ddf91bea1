await user.addons.createOnPost(post.token, { widgets: [w.titleRow('Inspected')] })
