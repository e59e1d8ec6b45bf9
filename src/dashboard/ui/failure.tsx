// Why a dialog's work was not done, read aloud when it appears.

export function Failure({ message }: { readonly message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p class="bad" role="alert">
      {message}
    </p>
  );
}
