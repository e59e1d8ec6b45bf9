// Says to a browser that is too old for the page what the page needs. Runs before everything else, in whatever browser opens the page:
// written in ECMAScript 5, without imports, and asking for what the page uses (test/pages/browser-check.test.ts).

(function check() {
  /** What all of Chrome 109, Firefox 115 and Safari 16.4 have, the newest of what the page uses. */
  function isSupported() {
    try {
      // A literal would be a syntax error.
      var lookbehind = new RegExp("(?<=a)b");
      return (
        lookbehind.test("ab") &&
        CSS.supports("height", "100dvh") &&
        CSS.supports("container-type", "inline-size") &&
        [1].findLastIndex !== undefined &&
        Object.hasOwn !== undefined &&
        Element.prototype.replaceChildren !== undefined
      );
    } catch (error) {
      // What it asks for first is missing.
      return error === undefined;
    }
  }

  var versions = ": Chrome 109, Edge 109, Firefox 115, Safari 16.4";
  var texts: Record<string, string> = {
    en: "This browser is too old for this page. It needs one of these, or later",
    de: "Dieser Browser ist zu alt für diese Seite. Sie braucht einen von diesen, oder einen neueren",
    es: "Este navegador es demasiado antiguo para esta página. Necesita uno de estos, o uno más reciente",
    fr: "Ce navigateur est trop ancien pour cette page. Il faut l’un de ceux-ci, ou un plus récent",
    pt: "Este navegador é antigo demais para esta página. É preciso um destes, ou um mais recente",
  };
  if (isSupported()) return;
  // main.tsx looks for it.
  document.documentElement.className = "too-old";
  var language = (navigator.language || "en").slice(0, 2);
  var sentence = document.createElement("p");
  sentence.style.padding = "2em";
  sentence.textContent = (texts[language] || texts["en"]) + versions;
  sentence.setAttribute("role", "alert");
  document.getElementById("dashboard")!.appendChild(sentence);
})();
