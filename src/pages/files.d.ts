// Files whose path the program imports: inside the executable, too.

declare module "*.png" {
  const path: string;
  export default path;
}
