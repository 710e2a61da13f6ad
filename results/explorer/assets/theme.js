// Dark or light as it was chosen, before anything is painted.
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";
