// Start the language server for the folders that hold a game.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const [command, ...args] = workspace.getConfiguration("cardwright").get("command");
  client = new LanguageClient(
    "cardwright",
    "Cardwright",
    { command, args },
    { documentSelector: [{ scheme: "file", language: "yaml" }] },
  );
  await client.start();
};

exports.deactivate = () => client && client.stop();
