// The script of the page at /docs: puts this server's address into the samples, and lets each text be copied.

import { SAMPLE_SERVER } from "../sample-server.ts";

const COPIED_MS = 2000;

for (const figure of document.querySelectorAll("figure")) {
  const code = figure.querySelector("code")!;
  const text = code.textContent.replaceAll(SAMPLE_SERVER, location.origin);
  if (text !== code.textContent) code.textContent = text;
  // Browsers have no clipboard over plain http.
  if ("clipboard" in navigator) figure.querySelector("figcaption")!.append(copyButton(text));
}

function copyButton(text: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), COPIED_MS);
  });
  return button;
}
