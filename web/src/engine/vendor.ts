/** Files that are served as they are, beside the app: see `web/scripts/copy-vendor.ts`. */
export function vendorUrl(path: string): string {
  return new URL(`/vendor/${path}`, self.location.origin).href;
}
