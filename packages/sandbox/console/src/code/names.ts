// The names of a call in each language. They follow from its name in the description of the endpoints, by the rules with
// which the packages are generated.

/** `create_on_post` becomes `createOnPost`. */
export function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `SUCCESS_PRIMARY` becomes `SuccessPrimary`. */
export function pascal(name: string): string {
  const written = camel(name.toLowerCase());
  return written.slice(0, 1).toUpperCase() + written.slice(1);
}

/** `PostAddon` becomes `postAddon`. */
export function lowerFirst(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

const NAMED = ["Phone", "UserId", "PostToken", "String", "Secret"];

/** The method in Swift and the label of each argument; an empty label is none: `create_on_post` is `create(on:_:)`. */
export function swiftMethod(method: string, parameters: readonly { name: string; type: string }[]): { name: string; labels: string[] } {
  const at = parameters.length > 0 ? method.search(/_(on|for|from|by)_/) : -1;
  const rest = at < 0 ? "" : method.slice(at + 1);
  const first = rest === "on_post" ? "on" : rest && camel(rest);
  const labels = parameters.map(({ name, type }, index) => {
    if (index === 0) return first;
    return NAMED.includes(type) ? camel(name) : "";
  });
  return { name: camel(at < 0 ? method : method.slice(0, at)), labels };
}
