/** The part of mediabunny that reads proxies, apart from the rest so that it comes by itself. */
export { AudioBufferSink, Input, MP4, UrlSource, VideoSampleSink, WEBM } from "mediabunny";
