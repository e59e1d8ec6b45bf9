// Chromium under LANG=C calls its language "en-US@posix", which Intl refuses; uPlot hands it to Intl as soon as it is
// loaded, and the whole page would fail. So this is imported before uPlot.

try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en" });
}
