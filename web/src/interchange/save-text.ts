/** Hands a text to the browser's downloads under a name that every system takes. */
export function saveText(text: string, contentType: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: contentType }));
  const link = window.document.createElement("a");
  link.href = url;
  link.download = fileName.replaceAll(/[\\/:*?"<>|]/g, "_");
  link.click();
  URL.revokeObjectURL(url);
}
