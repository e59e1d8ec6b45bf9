// Downloads a file that the page has made.

export function download(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Later, because the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
