// An option of counting, kept on this device.

import { useState } from "preact/hooks";

export function useOption(name: string): readonly [boolean, (isOn: boolean) => void] {
  const key = `petstock-count-${name}`;
  const [isOn, setOn] = useState(() => readOption(key));
  return [
    isOn,
    (wanted) => {
      setOn(wanted);
      writeOption(key, wanted);
    },
  ];
}

function readOption(key: string): boolean {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false;
  }
}

function writeOption(key: string, isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    // The browser blocks storage: the option lasts as long as the page.
  }
}
