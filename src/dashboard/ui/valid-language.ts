// Import this before uPlot. With LANG=C Chromium reports the language "en-US@posix", which Intl rejects. uPlot passes it to
// Intl when it loads, and the whole page would fail.

try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en" });
}
