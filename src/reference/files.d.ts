// Types of imported files that are not TypeScript.

declare module "*/standalone.js" {
  const address: string;
  export default address;
}

declare module "*.sample.js" {
  const text: string;
  export default text;
}

declare module "*.sample.sh" {
  const text: string;
  export default text;
}
