/** The account of a local installation, known to the seed and to the one-click sign-in. */
export const DEMO_EMAIL = "demo@cutroom.local";
export const DEMO_PASSWORD = "password";
