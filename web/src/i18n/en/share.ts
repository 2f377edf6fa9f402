export const share = {
  by: "Made with Cutroom",
  description: "Video, {length}",
  download: "Download",
  player: "Video: {title}",
  noVideo: "Your browser cannot play this video.",
  gone: "This link has ended",
  goneBody: "It was revoked or has expired. Ask whoever sent it for a new one.",
  missing: "There is no video at this address",
  missingBody: "The link may be cut off. Copy the whole address and try again.",
  broken: "The video cannot be shown right now",
  brokenBody: "Try again in a moment.",
  retry: "Try again",
} as const;
