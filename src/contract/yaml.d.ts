// What an import of a YAML file as text is to the type checker.

declare module "*.yaml" {
  const text: string;
  export default text;
}
