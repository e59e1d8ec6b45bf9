// The type of an imported YAML file: text.

declare module "*.yaml" {
  const text: string;
  export default text;
}
