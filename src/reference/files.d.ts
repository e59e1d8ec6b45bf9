// What imports of files that are no source of the page are to the type checker.

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
