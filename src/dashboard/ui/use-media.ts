// The screen and how it is used, as a media query asks.

import { useEffect, useState } from "preact/hooks";

/** Whether the screen is as the media query says. */
export function useMedia(query: string): boolean {
  const [isMatch, setMatch] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const onChange = (): void => setMatch(media.matches);
    onChange();
    media.addEventListener("change", onChange);
    return () => media.removeEventListener("change", onChange);
  }, [query]);
  return isMatch;
}
