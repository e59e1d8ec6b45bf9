// Asks for an API key on its own page.

import { useLayoutEffect } from "preact/hooks";
import { PROGRAM } from "../../build.ts";
import { signInText } from "../language/en/sign-in.ts";
import { LanguageChoice } from "./language-choice.tsx";
import { SignInButton, SignInFields, type SignInProps, useSignIn } from "./sign-in-form.tsx";

export function SignInPage(props: SignInProps) {
  const form = useSignIn(props);
  const { title } = signInText;
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    form.submit();
  };
  return (
    <main class="sign-in">
      <div class="card">
        <h1>{title}</h1>
        <p class="quiet">{signInText.lead}</p>
        <form onSubmit={onSubmit}>
          <SignInFields form={form} />
          <SignInButton form={form} />
        </form>
        <p class="quiet foot">
          {/* The browser keeps a link in its history. */}
          {form.remember ? signInText.askForLink : signInText.askForKey}{" "}
          <code class="command">
            <span>{PROGRAM} keys create</span> <span>--name NAME</span> {form.remember && <span>--link</span>}
          </code>
        </p>
        <LanguageChoice dashboard={props.dashboard} />
      </div>
    </main>
  );
}
