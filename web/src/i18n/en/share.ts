export const share = {
  by: "Made with Cutroom",
  description: "Video, {length}",
  download: "Download",
  player: "Video: {title}",
  noVideo: "Your browser cannot play this video.",
  gone: "This link has ended",
  goneBody: "It was revoked or has expired. Ask whoever sent it for a new one.",
  waiting: "This video is being reviewed",
  waitingBody:
    "It is shown here as soon as somebody has looked at it. This page looks again by itself.",
  refused: "This video may not be shared",
  refusedBody: "It was reviewed and does not keep the rules for public pages.",
  missing: "There is no video at this address",
  missingBody: "The link may be cut off. Copy the whole address and try again.",
  broken: "The video cannot be shown right now",
  brokenBody: "Try again in a moment.",
  retry: "Try again",
} as const;
