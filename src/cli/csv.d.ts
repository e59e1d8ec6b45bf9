// The type of an imported CSV file: text.

declare module "*.csv" {
  const text: string;
  export default text;
}
