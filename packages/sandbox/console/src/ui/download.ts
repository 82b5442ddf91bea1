// Saves a document of the admin API, or one that the console made, as a file.
import { fetchText } from "../app/admin";

export async function download(path: string, name: string): Promise<void> {
  save(await fetchText("GET", path), name);
}

export function save(text: string, name: string, kind = "application/json"): void {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // After the click the browser has the address.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
