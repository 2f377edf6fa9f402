/** How a picture is graded, cut and mirrored. */
export const editorLook = {
  colour: "调色",
  crop: "裁剪与镜像",
  reset: "重置：{what}",
  stops: "档",
  exposureEv: "曝光",
  contrast: "对比度",
  saturation: "饱和度",
  temperature: "色温",
  tint: "色调",
  cropLeft: "裁剪左边",
  cropRight: "裁剪右边",
  cropTop: "裁剪上边",
  cropBottom: "裁剪下边",
  flipX: "左右镜像",
  flipY: "上下镜像",
} as const;
