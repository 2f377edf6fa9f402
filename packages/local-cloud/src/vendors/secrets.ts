/** What simulated vendors sign with, in the form of Standard Webhooks; the second once rotated. */
export const SIMULATED_SECRET = "whsec_c2ltdWxhdGVkLXNlY3JldC1vZi12ZW5kb3Jz";
export const SIMULATED_SECRET_NEXT = "whsec_dGhlLW5leHQtc2VjcmV0LW9mLXZlbmRvcnM=";
