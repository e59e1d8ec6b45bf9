// Styles that the bundler puts beside the module that imports them.

declare module "*.css";
