// Files that the program imports, by their path or as text: inside the executable, too.

declare module "*.md" {
  const text: string;
  export default text;
}

declare module "*.png" {
  const path: string;
  export default path;
}
