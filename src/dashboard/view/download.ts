// Downloads text as a file.

export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Later, because the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
