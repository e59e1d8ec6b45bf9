// Styles that come with the module that imports them: src/pages/late-styles.ts.

declare module "*.css?late";
