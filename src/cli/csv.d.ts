// What an import of a CSV file as text is to the type checker.

declare module "*.csv" {
  const text: string;
  export default text;
}
