/** What this process runs on. Everything else takes the platform as an argument, so that tests run the branches of all. */
export const currentPlatform: NodeJS.Platform = process.platform;
