/** The server in samples; the page replaces it by its own. */
export const SAMPLE_SERVER = "http://127.0.0.1:8080";
